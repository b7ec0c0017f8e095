import { resolve } from 'node:path';
import type { Diagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver';
import type { FileCheck } from '../check/checkFile.js';
import { reasonsOf } from '../findings/alternatives.js';
import { printCondition } from '../findings/printCondition.js';
import { isAtLeast } from '../findings/order.js';
import { shownSpan, type Finding, type Located, type Severity } from '../findings/result.js';
import { plainRange, type DocumentText } from './documentText.js';
import type { OpenDocuments } from './documents.js';
import type { DiagnosticData, Location, Range } from './protocol.js';

/** Turns places of reports into those of the client. */
export class ReportPlaces {
  constructor(
    private readonly documents: OpenDocuments,
    /** The folder that the report's files are relative to. */
    private readonly cwd: string,
    /** The file that was analysed, and its text then. */
    private readonly file: string,
    private readonly content: DocumentText | null,
  ) {}

  rangeOf(located: Located): Range {
    return this.locationOf(located).range;
  }

  locationOf({ file, span }: Located): Location {
    const path = resolve(this.cwd, file);
    const content = path === this.file ? this.content : (this.documents.ofFile(path)?.content ?? null);
    return { uri: this.documents.uriOf(path), range: content === null ? plainRange(span) : content.rangeOfReport(span) };
  }
}

/** What functions ask of their callers is information: VS Code does not list hints. */
const levels = { error: 1, warning: 2, hint: 3 } as const;

/** A finding's name among those of its file. */
export function findingId({ code, span }: Finding): string {
  return `${code}@${span.line}:${span.column}-${span.endLine}:${span.endColumn}`;
}

/** The calls and the occurrence that they lead to, for each occurrence in turn. */
export function pathsOf(finding: Finding): readonly Located[] {
  return reasonsOf(finding).flatMap((reason) => [...(reason.calls ?? []), reason]);
}

/** Findings at their origins, down to the least severity that is shown. */
export function diagnosticsOf({ findings }: FileCheck, places: ReportPlaces, least: Severity): Diagnostic[] {
  return findings.flatMap((finding) => {
    const { severity, code, message, condition } = finding;
    if (!isAtLeast(severity, least)) return [];
    const data: DiagnosticData = { id: findingId(finding), condition: condition === null ? null : printCondition(condition) };
    const relatedInformation = pathsOf(finding).map((step): DiagnosticRelatedInformation => ({
      location: places.locationOf(step),
      message: step.message,
    }));
    const diagnostic: Diagnostic = {
      range: places.rangeOf({ ...finding, span: shownSpan(finding) }),
      severity: levels[severity],
      code,
      source: 'whence',
      message,
      data,
    };
    return [relatedInformation.length === 0 ? diagnostic : { ...diagnostic, relatedInformation }];
  });
}
