/** The name by which the last `--import` lets our hooks be registered after all others. */
export const lastImport = '__w_afterImports';

/** The URL that `--import` gets. Threads import it again: one that is not recorded does not know the name. */
export const lastImportUrl = `data:text/javascript,typeof(${lastImport})==='function'&&${lastImport}()`;
