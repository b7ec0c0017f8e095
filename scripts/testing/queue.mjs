/**
 * Runs tasks, at most `places` of them at once, each as soon as places are free, in the order of the list. Tasks of one `lane` never run
 * beside each other. A task `takes` one place, or as many as it says. A task may resolve to tasks that follow from it: they are next.
 */
export function runTasks(tasks, places) {
  const waiting = [...tasks];
  const busyLanes = new Set();
  let taken = 0;
  return new Promise((resolve, reject) => {
    const startMore = () => {
      for (;;) {
        const next = waiting.findIndex((task) => !busyLanes.has(task.lane) && (taken === 0 || taken + placesOf(task) <= places));
        if (next < 0) break;
        start(waiting.splice(next, 1)[0]);
      }
      if (taken === 0) resolve();
    };
    const start = (task) => {
      taken += placesOf(task);
      if (task.lane !== undefined) busyLanes.add(task.lane);
      task.run().then((more = []) => {
        taken -= placesOf(task);
        busyLanes.delete(task.lane);
        waiting.unshift(...more);
        startMore();
      }, reject);
    };
    startMore();
  });
}

const placesOf = ({ takes = 1 }) => takes;
