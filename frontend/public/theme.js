// Sets the theme before the first paint. A separate file, because the content security policy forbids inline scripts.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.dataset.theme = 'dark';
} catch {
  // The browser may forbid storage: the theme stays light.
}
