/** Where everything is that is installed on first use. */
export const workbenchFolder: string;
/** Whether there are binaries for this platform. */
export const isSupported: boolean;
