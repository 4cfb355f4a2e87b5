// Sets the theme before the first paint. A separate file, because the Content-Security-Policy allows no inline scripts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('octavo.theme');
  } catch {
    // Without storage the system setting is used.
  }
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
