import type { SiteKind } from '../instrument/site.js';

/** A place in a text of the program, and what happens there. It is the same in every run, where numbers of sites are not. */
export interface ControlPoint {
  /** The text: the path of a file, or `scriptName` of a text that has none. */
  readonly path: string;
  /** In the text before instrumentation, in UTF-16 units. */
  readonly offset: number;
  readonly end: number;
  /** A throw is no site: V8 reports it. */
  readonly siteKind: SiteKind | 'throw';
}

/** A place in a script that has no file: code that the program made of a text. */
export interface ScriptPlace {
  /** As V8 computes it of the script's text. */
  readonly hash: string;
  readonly offset: number;
}

/** The name of a text without a file; no path is one. */
export function scriptName({ hash }: Pick<ScriptPlace, 'hash'>): string {
  return `script:${hash}`;
}

/** A control point at one moment of one run: its `occurrence`-th hit. */
export interface PointIdentity extends ControlPoint {
  readonly occurrence: number;
}

/** The key of a control point: equal for equal ones. */
export function keyOfPoint({ path, offset, end, siteKind }: ControlPoint): string {
  return JSON.stringify([path, offset, end, siteKind]);
}

/** The key of a point of a run. */
export function keyOfIdentity(point: PointIdentity): string {
  return `${keyOfPoint(point)} ${point.occurrence}`;
}
