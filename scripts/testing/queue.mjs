/**
 * Runs tasks, at most `places` of them at once, each as soon as a place is free, in the order of the list. Tasks of one `lane` never run
 * beside each other. A task may resolve to tasks that follow from it: they are next.
 */
export function runTasks(tasks, places) {
  const waiting = [...tasks];
  const busyLanes = new Set();
  let taken = 0;
  return new Promise((resolve, reject) => {
    const startMore = () => {
      for (;;) {
        const next = taken < places ? waiting.findIndex((task) => !busyLanes.has(task.lane)) : -1;
        if (next < 0) break;
        start(waiting.splice(next, 1)[0]);
      }
      if (taken === 0) resolve();
    };
    const start = (task) => {
      taken += 1;
      if (task.lane !== undefined) busyLanes.add(task.lane);
      task.run().then((more = []) => {
        taken -= 1;
        busyLanes.delete(task.lane);
        waiting.unshift(...more);
        startMore();
      }, reject);
    };
    startMore();
  });
}
