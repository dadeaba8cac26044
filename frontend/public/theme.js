// Sets the theme before the first paint. A file of its own, as the content security policy forbids inline scripts.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.dataset.theme = 'dark';
} catch {
  // Storage may be forbidden: then the light theme stays.
}
