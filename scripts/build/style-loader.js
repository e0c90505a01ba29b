// In place of Vite's own (classic-scripts.ts): code and its styles are fetched together; it waits for the styles first.
const asked = new Map();

const fetchStyles = (file) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = `/${file}`;
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => {
      asked.delete(file); // Whoever tries again asks anew.
      link.remove();
      reject(new TypeError(`not loaded: ${file}`));
    });
    document.head.append(link);
  });

const styles = (file) => {
  if (document.querySelector(`link[rel="stylesheet"][href="/${file}"]`) && !asked.has(file)) return undefined;
  if (!asked.has(file)) asked.set(file, fetchStyles(file));
  return asked.get(file);
};

const withStyles = (load, files = []) => Promise.all([load(), ...files.map(styles)]).then(([code]) => code);

// Vite's name for it.
export { withStyles as __vitePreload };
