// Runs the app's files as classic scripts; classic-scripts.ts puts this code in front of the first file. Each file registers
// [its name, the names of its imports, the function that returns its exports]. The function runs once, after the functions of
// its imports, in a separate task.
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
        coming.delete(name); // The failed script is removed from `coming`, so that a retry requests its file again.
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

  /** Pauses between two files, if the browser supports it, so that the page can react to the user. */
  const pause = () => self.scheduler?.yield?.();

  /** Loads and runs the files in this order; returns the exports of the last file, which depends on the others. */
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
      // A file that the page itself names runs as soon as it is registered, in the order of the page.
      const isNamed = document.currentScript?.defer === true;
      if (isNamed && file[1].every((name) => exported.has(name))) run(file[0]);
    },
  };
})();
