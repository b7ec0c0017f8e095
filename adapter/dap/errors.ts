import type { DebugProtocol } from '@vscode/debugprotocol';

/** The failure of a request, in one sentence for the user. Codes are never reused. */
export class DapError extends Error {
  constructor(
    readonly code: number,
    text: string,
    /** Whether the client shows it by itself; else it appears where it was asked. */
    readonly isShown = true,
  ) {
    super(text);
  }

  asMessage(): DebugProtocol.Message {
    return { id: this.code, format: this.message.replaceAll('{', '(').replaceAll('}', ')'), showUser: this.isShown };
  }
}

export const programMissing = () =>
  new DapError(2002, 'The launch configuration names no program: set “program” to a file, or “runtimeExecutable” to a command.');
export const programNotFound = (path: string) =>
  new DapError(2003, `The program ${path} does not exist. Set “program” in the launch configuration.`);
export const runtimeNotFound = (name: string) =>
  new DapError(2004, `The command ${name} was not found. Install Node.js, or set “runtimeExecutable” in the launch configuration.`);
export const cwdNotFound = (path: string) =>
  new DapError(2005, `The folder ${path} does not exist. Set “cwd” in the launch configuration.`);
export const envFileUnreadable = (path: string) =>
  new DapError(2006, `The file ${path} cannot be read. Set “envFile” in the launch configuration.`);
export const wrongAttribute = (name: string, expected: string) =>
  new DapError(2007, `“${name}” in the launch configuration must be ${expected}.`);
export const spawnFailed = (command: string, reason: string) => new DapError(2008, `${command} could not be started: ${reason}.`);
export const nodeTooOld = (version: string) =>
  `The program runs on Node ${version.replace(/^v/, '')}; Whence needs Node 20.19 or later. Set “runtimeExecutable” to a newer one.`;
export const inspectorRefused = (url: string) =>
  new DapError(2010, `The inspector at ${url} refused the connection: is another debugger attached, or has the program ended?`);
export const notBuilt = (program: string) =>
  `${program} is TypeScript, which this Node does not run by itself, and no file was found that was made of it since it was edited. Build it, name what is built in “outFiles”, set “runtimeExecutable” to tsx, or use Node 22.18 or later.`;
export const nothingListens = (where: string) =>
  new DapError(2012, `No Node program listens at ${where}. Start it with --inspect, and compare “port” in the launch configuration.`);
export const processNotFound = (pid: number) => new DapError(2013, `There is no process ${pid}, or it is not yours.`);
export const notPaused = () => new DapError(2014, 'The program is running.', false);
export const noSuchThread = (id: number) => new DapError(2015, `There is no thread ${id} any more.`, false);
export const noSuchHandle = () => new DapError(2016, 'The program has gone on since this was shown.', false);
export const evaluationFailed = (text: string) => new DapError(2017, text, false);
export const notSettable = (name: string, reason: string) => new DapError(2018, `${name} cannot be changed: ${reason}`, false);
export const noLocatedPoint = () =>
  new DapError(2019, 'There is no earlier located point to step back to: ask for the last change of a value first.');
export const noSource = () => new DapError(2020, 'The text of this source is not available.', false);
export const frameNotRestartable = (reason: string) => new DapError(2021, `This frame cannot be restarted: ${reason}`);
export const terminalRefused = (reason: string) => new DapError(2022, `The program could not be started in a terminal: ${reason}.`);
export const cannotAsk = (sentence: string) => new DapError(2024, sentence, false);
export const noSuchPoint = (name: string) => new DapError(2025, `There is no ${name} in this session.`, false);
export const cancelled = () => new DapError(2026, 'Cancelled.', false);
export const inputTooLong = () =>
  new DapError(2027, 'The program has read so much standard input that it cannot be given to another run.', false);
export const givesWay =
  'The program holds a port: it is ended, so that another run can have the port, and is brought back to where it was.';
export const ownConnections = 'Connections that it makes by itself, to databases and other servers, it makes again.';
export const goneForAnswer =
  'The program held a port, so it was ended for another run, and that run did not come back to where it was. Start it again.\n';
export const noSessionFolder = (reason: string) =>
  new DapError(2028, `A debug session needs a folder for itself in the temporary directory, and there can be none: ${reason}.`);
export const wrongArgument = (command: string, name: string, expected: string) =>
  new DapError(2029, `The request “${command}” cannot be answered: “${name}” must be ${expected}.`, false);
export const noRequest = (command: string) => new DapError(2001, `Whence's debugger has no request “${command}”.`, false);
export const alreadyStarted = () => new DapError(2023, 'This session has been started already.', false);
export const recordingUnreadable = (sentence: string) => new DapError(2030, sentence);
export const nothingIsRun = () => new DapError(2031, 'A recording cannot be changed: nothing is run.', false);
export const wouldBeEnded = (pid: number) =>
  new DapError(
    2032,
    `Process ${pid} opens no inspector when it is asked to: it is no Node program, or does not allow it. Start it with --inspect, and attach to its port.`,
  );
/** After a program that an exception has ended. */
export const uncaughtHint =
  'To stop there and ask where it comes from: switch on “Uncaught Exceptions” under Breakpoints, and start again.';
