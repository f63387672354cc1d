// Loaded before TypeScript is: while its loader works in a thread of its own, Node may believe that nothing is left to
// do and end with code 13. A timer keeps the process; what uses this file ends by itself with process.exit.
setInterval(() => {}, 2 ** 30)
