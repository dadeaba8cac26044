// Runs before the first paint: the theme, and whether the age gate is confirmed. A separate file, because the content
// security policy forbids inline scripts.
{
  const { dataset } = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // The browser may forbid storage: the theme stays light, and every page asks for the age.
      return null;
    }
  };
  const look = () => {
    if (read('ageVerified') === 'true') dataset.ofAge = '';
  };
  if (read('theme') === 'dark') dataset.theme = 'dark';
  look();
  // Another tab may confirm it.
  addEventListener('storage', look);
  addEventListener('submit', (event) => {
    if (event.target.id !== 'age-statements') return;
    event.preventDefault();
    dataset.ofAge = '';
    try {
      localStorage.setItem('ageVerified', 'true');
    } catch {
      // Counts for this page.
    }
  });
}
