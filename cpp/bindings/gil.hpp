// Releases the GIL while the core works, and takes it again for calls into Python.
//
// Before Python 3.14, a thread that asks for the GIL while another one shuts the interpreter down (a daemon thread at
// the end of a program) is ended inside that call by pthread_exit. With glibc this unwinds the C++ frames below, which
// aborts the process at the first destructor. Elsewhere it frees the stack that other threads of the core may still be
// working for. Here such a thread sleeps forever instead, as in Python 3.14, and ends with the process. pybind11's own
// classes and calls do not do that, so the bindings use these.
#pragma once

#include <chrono>
#include <exception>
#include <thread>

#ifndef _WIN32
#include <pthread.h>
#endif

#include "bindings/pybind.hpp"
#include "uneri/base/work.hpp"

namespace uneri::binding {

// Calls a function that may ask for the GIL. It may only use functions of Python's C interface, since no exception may
// pass. On pthread_exit the cleanup here runs first, before destructors further out. It is a separate function so that
// no noexcept is nearer.
template <class Call>
PYBIND11_NOINLINE void stay(const Call& call) {
#ifdef _WIN32
    call();  // there a thread ends without unwinding, so nothing can come between
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

// Takes the GIL for a while, in the thread that released it: `thread` is its earlier PyThreadState_Get(). Meanwhile a
// Work knows nothing of the call around it: its poll would wait for the GIL, and calls from Python have their own.
class GilAcquire {
public:
    explicit GilAcquire(PyThreadState* thread) {
        stay([thread] { PyEval_RestoreThread(thread); });
    }
    ~GilAcquire() { PyEval_SaveThread(); }
    GilAcquire(const GilAcquire&) = delete;
    GilAcquire& operator=(const GilAcquire&) = delete;

private:
    WorkLimit apart_{kAnyWork, [](void*) noexcept { return true; }};
};

// Python code may release the GIL and take it again at any time. So the calls from C++ that a search needs go through
// here.
inline void check_signals() {
    int raised = 0;
    stay([&] { raised = PyErr_CheckSignals(); });
    if (raised != 0) throw py::error_already_set();
}
// With the GIL held: lets other threads have it for a moment, and handles Ctrl-C. False if that raised an error.
inline bool give_turn() noexcept {
    int raised = 0;
    stay([&] {
        PyEval_RestoreThread(PyEval_SaveThread());
        raised = PyErr_CheckSignals();
    });
    return raised == 0;
}
inline py::object call_python(const py::handle& function, const py::tuple& arguments) {
    PyObject* answer = nullptr;
    stay([&] { answer = PyObject_Call(function.ptr(), arguments.ptr(), nullptr); });
    if (answer == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(answer);
}

// Errors of rules that are written in Python (outside_games.cpp). The engine calls rules by functions that cannot
// throw. So the first error of a call waits here, the rules answer from then on that the game is over, and the error is
// raised where the call from Python ends.

// How many threads have an error that waits. It is read and written with the GIL.
inline int waiting_errors = 0;

// Of this thread. The first needs no GIL; the others do.
bool has_callback_error() noexcept;
void throw_callback_error();

inline void raise_callback_error() {
    if (waiting_errors != 0) throw_callback_error();
}

// For py::call_guard: a bound function that reaches the rules of a game raises their error at its end.
struct RaisesCallbackError {
    RaisesCallbackError() = default;
    ~RaisesCallbackError() noexcept(false) {
        if (std::uncaught_exceptions() == 0) raise_callback_error();
    }
    RaisesCallbackError(const RaisesCallbackError&) = delete;
    RaisesCallbackError& operator=(const RaisesCallbackError&) = delete;
};
template <class Function>
void define_guarded(py::module_& m, const char* name, std::string_view parameters, Function&& function) {
    define(m, name, parameters, std::forward<Function>(function), py::call_guard<RaisesCallbackError>());
}

}  // namespace uneri::binding
