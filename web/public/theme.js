// Sets the theme before the first paint; a file of its own because the page allows no inline script.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('octavo.theme');
  } catch {
    // Storage may be forbidden; the system's choice is then the theme.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
