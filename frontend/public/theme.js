// Runs before the first paint: that there are scripts, the theme, and whether the age gate is confirmed. A separate file, because the content
// security policy forbids inline scripts.
{
  const { dataset } = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // The browser may forbid storage: the theme is that of the system, and every page asks for the age.
      return null;
    }
  };
  const look = () => {
    if (read('ageVerified') === 'true') dataset.ofAge = '';
  };
  dataset.scripted = '';
  // The bars of the browser have the colour of the paper.
  const dye = () => {
    const bars = document.querySelector('meta[name=theme-color]');
    if (bars) bars.content = dataset.theme === 'dark' ? '#17140f' : '#f5efe1';
  };
  new MutationObserver(dye).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const theme = read('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  if (theme === 'dark') dataset.theme = 'dark';
  try {
    // The browser is probably signed in: see `isMarked` in `api/session.ts`.
    if (/(?:^|; )(?:__Host-)?member=/.test(document.cookie)) dataset.member = '';
  } catch {
    // It forbids cookies.
  }
  // The person has no home page of members: see `OwnControl.tsx`.
  if (read('unverified')) dataset.unverified = '';
  look();
  // The space of what stood above the page the last time, until it is there again: see `Notices.tsx`.
  try {
    const [width, height] = JSON.parse(read('notices'))?.[location.pathname] ?? [];
    if (width === innerWidth) document.documentElement.style.setProperty('--notices', `${height}px`);
  } catch {
    // It was damaged: nothing is reserved.
  }
  try {
    if (JSON.parse(sessionStorage.getItem('unpostedRatings'))?.shown) dataset.rated = '';
  } catch {
    // It is forbidden or damaged.
  }
  // Then pictures below the window load, too: see `ahead-after-scroll`.
  addEventListener('scroll', () => (dataset.scrolled = ''), { once: true, passive: true });
  // Then the page stays where it is when the app takes it over: see `main.tsx`.
  for (const act of ['scroll', 'pointerdown', 'keydown'])
    addEventListener(act, () => (dataset.inUse = ''), { once: true, passive: true });
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
  // A page that can be read without the app loads it once it is painted with its pictures, or at the first act of its reader.
  const start = () => {
    const waiting = document.getElementById('scripts');
    if (!waiting) return;
    // In their order: the entry comes last.
    for (const script of waiting.content.children) script.async = false;
    waiting.replaceWith(waiting.content);
  };
  const startAfterFrame = () => requestAnimationFrame(() => setTimeout(start));
  addEventListener('load', () => {
    if (window.PerformanceObserver)
      new PerformanceObserver(startAfterFrame).observe({ type: 'paint', buffered: true });
    else startAfterFrame();
  });
  // Some have their content from the app.
  addEventListener('DOMContentLoaded', () =>
    setTimeout(start, document.querySelector('[data-needs-app]') ? 0 : 3000),
  );
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, start, { once: true });
  // A form that is sent before the app can send it is sent once it can.
  let sending;
  const noteForm = ({ target, type, key }) => {
    const button = target.closest?.('#root form[method=post]')?.querySelector('[type=submit]:disabled');
    const isSent =
      type === 'keydown' ? key === 'Enter' && target.tagName === 'INPUT' : button?.contains(target);
    if (!button || !isSent || sending) return;
    sending = new MutationObserver(() => {
      sending.disconnect();
      setTimeout(() => button.form.requestSubmit());
    });
    sending.observe(button, { attributeFilter: ['disabled'] });
  };
  const sends = ['keydown', 'pointerdown'];
  for (const send of sends) addEventListener(send, noteForm);
  addEventListener('listening', () =>
    // By then the app can send it, unless a field is wrong.
    setTimeout(() => {
      for (const send of sends) removeEventListener(send, noteForm);
      sending?.disconnect();
    }, 1000),
  );
  // A button that is pressed before the app listens is pressed again once it does. If its code did not load, the page starts over.
  let pressed;
  let isBroken = false;
  const signs = ['error', 'unhandledrejection'];
  const breaks = ({ type, target }) => (isBroken ||= type !== 'error' || target.tagName === 'SCRIPT');
  const note = async ({ target }) => {
    pressed = target.closest('#root button[type=button]');
    if (!pressed || !isBroken) return;
    try {
      await fetch('/theme.js', { cache: 'no-store' });
      location.reload();
    } catch {
      alert('A part of the site did not load. Please check your connection and try again.');
    }
  };
  for (const sign of signs) addEventListener(sign, breaks, { capture: true });
  addEventListener('click', note);
  addEventListener('listening', () => {
    for (const sign of signs) removeEventListener(sign, breaks, { capture: true });
    removeEventListener('click', note);
    pressed?.click();
  });
  // Back and forward before the app listens change the address only, as far as it is the same document.
  const path = () => location.pathname + location.search;
  const opened = path();
  const follow = () => {
    if (path() !== opened) location.reload();
  };
  addEventListener('popstate', follow);
  addEventListener('listening', () => removeEventListener('popstate', follow));
  // '← Leaderboard' leads back to the board as it was, as the back button does, if this tab comes from one. Older browsers follow the link.
  const goBack = (event) => {
    if (!window.navigation || !event.target.closest('#root a[rel=prev]')) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { index } = navigation.currentEntry;
    const isBoard = ({ url }) => url?.split(/[?#]/)[0] === `${location.origin}/leaderboard`;
    const board = navigation.entries().slice(0, index).findLastIndex(isBoard);
    if (board === -1) return;
    event.preventDefault();
    history.go(board - index);
  };
  // Before the router acts on the link, and before the app is there.
  addEventListener('click', goBack, { capture: true });
}
