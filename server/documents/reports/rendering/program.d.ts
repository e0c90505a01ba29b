/** The address of a built worker thread's program; made by scripts/build/worker-program.ts. */
declare module 'thread:*' {
  const program: URL;
  export default program;
}
