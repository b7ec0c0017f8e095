/**
 * Runs tasks, at most `places` of them at once, each as soon as a place is free, in the order of the list. Tasks of one `lane` never run
 * beside each other. A task may resolve to tasks that follow from it: they are next.
 */
export function runTasks(tasks, places) {
  const waiting = [...tasks];
  const busyLanes = new Set();
  let running = 0;
  return new Promise((resolve, reject) => {
    const startMore = () => {
      while (running < places) {
        const next = waiting.findIndex(({ lane }) => lane === undefined || !busyLanes.has(lane));
        if (next < 0) break;
        start(waiting.splice(next, 1)[0]);
      }
      if (running === 0) resolve();
    };
    const start = (task) => {
      running++;
      if (task.lane !== undefined) busyLanes.add(task.lane);
      task.run().then((more = []) => {
        running--;
        busyLanes.delete(task.lane);
        waiting.unshift(...more);
        startMore();
      }, reject);
    };
    startMore();
  });
}
