// A page of the worker loads again when the site answers.
async function retry() {
  try {
    await fetch('/sw.js');
    location.reload();
  } catch {
    // The page stays.
  }
}
addEventListener('online', retry);
setInterval(retry, 10_000);
