export interface Crumb { readonly label: string; readonly href: string }

export function lastBreadcrumb(crumbs: readonly Crumb[]): string { //! crumbs
  const last = crumbs[crumbs.length];
  return last.label;
}
