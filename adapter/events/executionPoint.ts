import type { TextPlace } from '../instrument/plan.js';
import type { Site, SiteKind } from '../instrument/site.js';

/** A control point of a text as it was before instrumentation, and the kind of event there. */
export interface ControlPlace extends TextPlace {
  readonly end: number;
  /** A throw is no site: V8 tells of it. */
  readonly siteKind: SiteKind | 'throw';
}

/** (control point, occurrence): the same in every run of a program that repeats itself, where sites are numbered anew. */
export interface ExecutionPoint extends ControlPlace {
  readonly occurrence: number;
}

/** An event at which a run waits: the n-th at a site, or every one (null). */
export interface Look extends ControlPlace {
  readonly siteKind: SiteKind;
  readonly occurrence: number | null;
}

/** The n-th event of a site as a point. */
export function pointAt(path: string, { offset, end, kind }: Site, occurrence: number): ExecutionPoint & Look {
  return { path, offset, end, siteKind: kind, occurrence };
}

/** A control point as a text: equal for equal ones. */
export function nameOfControl({ path, offset, end, siteKind }: ControlPlace): string {
  return JSON.stringify([path, offset, end, siteKind]);
}

/** A point, or all of a control point, as a text: equal for equal ones. */
export function nameOfPoint(point: ControlPlace & { readonly occurrence: number | null }): string {
  return JSON.stringify([nameOfControl(point), point.occurrence]);
}
