// The GIL, left while the core works and taken again for a call into Python.
//
// Before Python 3.14 a thread that asks for the GIL while another one shuts the interpreter down (a daemon thread at
// the end of a program) is ended within that call by pthread_exit. With glibc this unwinds the C++ frames below, which
// aborts the process at the first destructor; elsewhere it frees the stack that threads of ours may be working for.
// Such a thread sleeps for ever here instead, as Python 3.14 has it, and the end of the process is its end. pybind11's
// own classes and calls don't do that: the bindings take these.
#pragma once

#include <chrono>
#include <thread>

#ifndef _WIN32
#include <pthread.h>
#endif

#include "bindings/pybind.hpp"

namespace uneri::binding {

// Calls what may want the GIL: functions of Python's C interface alone, as an exception must not pass. What
// pthread_exit runs first is the cleanup, before any destructor further out; a function of its own, so that no noexcept
// is nearer.
template <class Call>
PYBIND11_NOINLINE void stay(const Call& call) {
#ifdef _WIN32
    call();  // there a thread is ended without unwinding, and nothing can come between
#else
    const auto sleep = [](void*) {
        for (;;) std::this_thread::sleep_for(std::chrono::hours(24));
    };
    pthread_cleanup_push(sleep, nullptr);
    call();
    pthread_cleanup_pop(0);
#endif
}

class GilRelease {
public:
    GilRelease() noexcept : thread_(PyEval_SaveThread()) {}
    ~GilRelease() {
        stay([this] { PyEval_RestoreThread(thread_); });
    }
    GilRelease(const GilRelease&) = delete;
    GilRelease& operator=(const GilRelease&) = delete;

private:
    PyThreadState* thread_;
};

// For a while, by the thread that released it: `thread` is its PyThreadState_Get() from before.
class GilAcquire {
public:
    explicit GilAcquire(PyThreadState* thread) {
        stay([thread] { PyEval_RestoreThread(thread); });
    }
    ~GilAcquire() { PyEval_SaveThread(); }
    GilAcquire(const GilAcquire&) = delete;
    GilAcquire& operator=(const GilAcquire&) = delete;
};

// Python code may leave the GIL and want it again at any time, so calls from C++ that a search depends on come by here.
inline void check_signals() {
    int raised = 0;
    stay([&] { raised = PyErr_CheckSignals(); });
    if (raised != 0) throw py::error_already_set();
}
inline py::object call_python(const py::handle& function, const py::tuple& arguments) {
    PyObject* answer = nullptr;
    stay([&] { answer = PyObject_Call(function.ptr(), arguments.ptr(), nullptr); });
    if (answer == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(answer);
}

}  // namespace uneri::binding
