import type { MeasuredAccess } from '../corpusMessages.js';
import type { PackageResult } from '../corpusReport.js';

/** The shares of each package and of all, over both denominators, and the classes of what is not proven. */
export function accessReport(packages: readonly PackageResult[], isNaming: boolean): string {
  const measured = packages.map((entry) => ({ name: entry.wanted.name, accesses: accessesOf(entry) }));
  const all = measured.flatMap(({ accesses }) => accesses);
  const rows = [columns, ...measured.map(({ name, accesses }) => row(name, accesses)), row('total', all)];
  const unproven = all.filter(({ index, isProven }) => index === 'yes' && !isProven);
  const failures = packages.flatMap(({ results }) =>
    results.flatMap((file) => (file.kind === 'crashed' || file.kind === 'timeout' ? [`${file.path}: ${file.message}`] : [])),
  );
  const named = isNaming ? packages.flatMap(placesOf) : [];
  return [aligned(rows), `index accesses that are not proven: ${unproven.length}`, classes(unproven), ...failures, ...named, ''].join('\n');
}

const columns = ['package', 'accesses', 'proven', 'alone', 'index', 'proven', 'alone', 'points', 'unknown key', 'proven'];

function row(name: string, accesses: readonly MeasuredAccess[]): readonly string[] {
  const index = accesses.filter((access) => access.index === 'yes');
  const unknown = accesses.filter((access) => access.index === 'unknown');
  const proven = (of: readonly MeasuredAccess[]): number => of.filter(({ isProven }) => isProven).length;
  const alone = (of: readonly MeasuredAccess[]): number => of.filter(({ isProvenAlone }) => isProvenAlone).length;
  const points = index.length === 0 ? '-' : ((100 * (proven(index) - alone(index))) / index.length).toFixed(1);
  return [
    name,
    String(accesses.length),
    share(proven(accesses), accesses.length),
    share(alone(accesses), accesses.length),
    String(index.length),
    share(proven(index), index.length),
    share(alone(index), index.length),
    points,
    String(unknown.length),
    String(proven(unknown)),
  ];
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${part} (${((100 * part) / whole).toFixed(1)} %)`);

function accessesOf({ results }: PackageResult): readonly MeasuredAccess[] {
  return results.flatMap((file) => (file.kind === 'measured' ? file.accesses : []));
}

function placesOf({ wanted, sources, results }: PackageResult): readonly string[] {
  return results.flatMap((file) => {
    if (file.kind !== 'measured') return [];
    const name = sources.find(({ path }) => path === file.path)?.name ?? file.path;
    return file.accesses
      .filter(({ index, isProven }) => index === 'yes' && !isProven)
      .map(({ line, text, cause }) => `${wanted.name}/${name}:${line}: ${text.replace(/\s+/g, ' ').slice(0, 60)}: ${cause}`);
  });
}

function classes(accesses: readonly MeasuredAccess[]): string {
  const counts = new Map<string, number>();
  for (const { cause } of accesses) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 40)
    .map(([cause, count]) => `${String(count).padStart(5)}  ${cause}`)
    .join('\n');
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = columns.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  return rows
    .map((cells) => cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '))
    .join('\n');
}
