import { resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { present } from '../base/errors.js';
import type { CheckHost } from '../check/check.js';
import { readIfThere, readRegularFile } from '../files/regularFile.js';
import { pauseConditions, type PauseCondition, type PauseRequest } from '../check/pauseConditions.js';
import { Project } from '../check/project.js';

/** The thread in which a debugger's conditions are found, file by file; what files import from each other is read once. */
const port = present(parentPort, 'the thread that started this one');
const host: CheckHost = { readFile: (file) => readRegularFile(file), readIfPresent: (file) => readIfThere(file), progress: () => {} };
const projects = new Map<string, Project>();

port.on('message', (request: PauseRequest) => {
  port.postMessage(answer(request));
});

function answer(request: PauseRequest): readonly PauseCondition[] {
  const { cwd } = request;
  const project = projects.get(cwd) ?? new Project(host, cwd);
  projects.set(cwd, project);
  try {
    return pauseConditions(request, host, (path) => resolve(cwd, path), project);
  } catch {
    return []; // a file that cannot be read or analysed has none
  }
}
