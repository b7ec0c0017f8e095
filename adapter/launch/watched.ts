import { watch } from './watchdog.js';

// Imported before all else: the watchdog is ready when the rest is loaded, and nobody waits for it.
void watch();
