// Runs the app's files as classic scripts (classic-scripts.ts puts this before the first one). Each hands over [its name,
// the names that it imports, what makes its exports]. It runs once, after those that it imports, and in a task of its own.
(() => {
  const files = new Map();
  const exported = new Map();
  const coming = new Map();

  function run(name) {
    if (!exported.has(name)) {
      const [, imports, make] = files.get(name);
      exported.set(name, make(imports.map(run), load));
    }
    return exported.get(name);
  }

  const fetchScript = (name) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `/assets/${name}.js`;
      script.addEventListener('load', resolve);
      script.addEventListener('error', () => {
        coming.delete(name); // Whoever tries again asks anew.
        script.remove();
        reject(new TypeError(`not loaded: ${name}`));
      });
      document.head.append(script);
    });

  const come = (name) => {
    if (files.has(name)) return undefined;
    if (!coming.has(name)) coming.set(name, fetchScript(name));
    return coming.get(name);
  };

  /** Where the browser has it: between two files somebody may type. */
  const pause = () => self.scheduler?.yield?.();

  /** The last of the names is what is asked for; the others are what it leans on, in the order in which they run. */
  async function load(...names) {
    await Promise.all(names.map(come));
    for (const name of names) {
      if (exported.has(name)) continue;
      await pause();
      run(name);
    }
    return run(names[names.length - 1]);
  }

  self.ventanilla = {
    push(file) {
      files.set(file[0], file);
      // Those that the page itself names stand there in the order in which they run.
      const isNamed = document.currentScript?.defer === true;
      if (isNamed && file[1].every((name) => exported.has(name))) run(file[0]);
    },
  };
})();
