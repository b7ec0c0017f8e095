export function heading(title: string, width: number): string { //! repeat
  const line = '-'.repeat(width - title.length);
  return `${title} ${line}`;
}
