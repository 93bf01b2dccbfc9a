# cmake -DNM=nm -DARCHIVE=libx_avx2.a -P cmake/SharedCode.cmake: fails if the archive has inline functions that the linker
# could share with code for processors without AVX2. Data may be shared.
execute_process(COMMAND ${NM} -C ${ARCHIVE} OUTPUT_VARIABLE symbols RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "${NM} can't read ${ARCHIVE}")
endif()
string(REGEX MATCHALL "[0-9a-f]+ W [^\n]+" shared "${symbols}")
if(shared)
  string(REPLACE ";" "\n" shared "${shared}")
  message(FATAL_ERROR "functions that are built for AVX2 and may be shared:\n${shared}")
endif()
