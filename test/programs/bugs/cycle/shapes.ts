import { registerAll } from './plugins.js';

export const kinds: string[] = [];
registerAll();
