"""The one kind of worker process, for what strangers made: what dies or hangs there ends nothing here.

A request is pickled; an answer is JSON and plain bytes, never a pickle, so that nothing a library was tricked
into can reach the process that asked. What is asked is not known here. A task is a module, which the process
imports: `prepare(*arguments)` makes it ready, `answer(request, note)` returns what `encode` can send.
"""

from __future__ import annotations

from cardtool.sandbox.worker import IdleWorkers, Request, Task, Worker, WorkerDied, worker_count

__all__ = ["IdleWorkers", "Request", "Task", "Worker", "WorkerDied", "worker_count"]
