// Runs the app's files as classic scripts (classic-scripts.ts puts this before the entry's code). Each file has handed over
// [its name, the names that it imports, what makes its exports]. A file runs once, after those that it imports.
(() => {
  const files = new Map();
  const exported = new Map();
  const coming = new Map();

  const take = (file) => files.set(file[0], file);

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
        reject(new TypeError(`error loading dynamically imported module: ${name}`));
      });
      document.head.append(script);
    });

  const come = (name) => {
    if (files.has(name)) return undefined;
    if (!coming.has(name)) coming.set(name, fetchScript(name));
    return coming.get(name);
  };

  /** The last of the names is what is asked for; the others are what it leans on. */
  const load = (...names) => Promise.all(names.map(come)).then(() => run(names[names.length - 1]));

  const early = self.ventanilla ?? [];
  self.ventanilla = { push: take };
  early.forEach(take);
  // The entry, whose file this is, comes last.
  queueMicrotask(() => run([...files.keys()].pop()));
})();
