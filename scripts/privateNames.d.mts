import type { Plugin } from 'esbuild';

export const ownPrivateNames: Plugin;
