import type { Chain, NamedValue, Place, Point } from '../../adapter/dap/querypoints/protocol.js';

/** A finding, by what is the same wherever it is told. */
export interface FindingName {
  /** A path. */
  readonly file: string;
  readonly code: string;
  /** What good runs keep. */
  readonly condition: string;
  /** From 1. */
  readonly line: number;
}

/** A moment of a run at which the condition of a finding was broken. */
export interface Meeting {
  readonly finding: FindingName;
  /** The session; each time that its program is run again, the same happens again. */
  readonly run: string;
  /** The chain, by the name under which it is kept, and its point. */
  readonly chain: string;
  readonly point: string;
  readonly place: Place;
  readonly event: number | null;
  /** What the variables of the condition held. */
  readonly held: readonly NamedValue[];
}

/** The moments of a chain that findings predicted. */
export function meetingsOf(run: string, name: string, { points }: Chain): readonly Meeting[] {
  return points.flatMap(({ id, forecast, place, event }: Point): readonly Meeting[] => {
    const found = forecast?.predictedBy ?? null;
    if (found === null || place === null) return [];
    const finding = { file: found.place.file, code: found.code, condition: found.condition, line: found.place.line };
    return [{ finding, run, chain: name, point: id, place, event, held: found.held }];
  });
}

/**
 * The meetings with some more, oldest first. A run that met a finding with the same values twice counts once, however many points and chains
 * tell of it: the change that decides a condition and the statement behind it are the same moment.
 */
export function withMeetings(known: readonly Meeting[], added: readonly Meeting[]): readonly Meeting[] {
  const fresh = new Map(added.map((one) => [momentOf(one), one]));
  const stay = known.map((one) => fresh.get(momentOf(one)) ?? one);
  const old = new Set(known.map(momentOf));
  return [...stay, ...[...fresh].flatMap(([moment, one]) => (old.has(moment) ? [] : [one]))];
}

function momentOf({ finding, run, held }: Meeting): string {
  return JSON.stringify([finding.file, finding.code, finding.condition, run, held]);
}

/** The meetings of one of the findings of a file. Where several ask for the same, the line tells which is meant. */
export function meetingsWith(all: readonly Meeting[], finding: FindingName, ofFile: readonly FindingName[]): readonly Meeting[] {
  const isAlike = (one: FindingName): boolean =>
    one.file === finding.file && one.code === finding.code && one.condition === finding.condition;
  const isOnly = ofFile.filter(isAlike).length < 2;
  return all.filter((one) => isAlike(one.finding) && (isOnly || one.finding.line === finding.line));
}

/** How often a finding was met, and with which values last; there is at least one meeting. */
export function seenText(meetings: readonly Meeting[]): string {
  const values = (meetings.at(-1)?.held ?? []).map(({ name, value }) => `${name} = ${short(value)}`).join(', ');
  const times = meetings.length === 1 ? 'once' : meetings.length === 2 ? 'twice' : `${meetings.length} times`;
  if (values === '') return `seen ${times}`;
  return `seen ${times}, ${meetings.length === 1 ? '' : 'last '}with ${values}`;
}

const mostText = 60;

function short(text: string): string {
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}
