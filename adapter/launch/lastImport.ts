/** The name by which the last `--import` lets our hooks be registered after all others. */
export const lastImport = '__w_begin';

/** The URL that `--import` gets. */
export const lastImportUrl = `data:text/javascript,${lastImport}()`;
