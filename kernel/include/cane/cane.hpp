#pragma once
// Everything an application sees of the kernel.

#include <cane/check.hpp>
#include <cane/interrupt.hpp>
#include <cane/kernel.hpp>
#include <cane/print.hpp>
#include <cane/priority.hpp>
#include <cane/queue.hpp>
#include <cane/stack.hpp>
#include <cane/status.hpp>
#include <cane/this_thread.hpp>
#include <cane/thread.hpp>
#include <cane/time.hpp>
#include <cane/trace.hpp>
