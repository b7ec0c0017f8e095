import { createConnection } from 'vscode-languageserver/node.js';
import { serve } from './lsp/serve.js';

/** The language server: `dist/server.js --stdio`. */
serve(createConnection());
