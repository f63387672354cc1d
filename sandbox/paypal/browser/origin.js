/** Where this script came from: the sandbox. Read while the script runs, when the page still knows. */
export const SANDBOX_ORIGIN = new URL(document.currentScript.src).origin
