/** What texts with probes that a debugger sees give as their source map, of which there is none. */
export const probesLink = 'whence-probes:';

/** Where a text says last that its source map is. A search from its end: in megabytes a regular expression takes milliseconds. */
export function mapLinkOf(text: string): string | undefined {
  const sign = ' sourceMappingURL=';
  const comment = /^\/\/[#@] sourceMappingURL=(\S+)\s*$/my;
  for (let at = text.lastIndexOf(sign); at >= 3; at = text.lastIndexOf(sign, at - 1)) {
    comment.lastIndex = at - 3;
    const link = comment.exec(text)?.[1];
    if (link !== undefined) return link;
  }
  return undefined;
}
