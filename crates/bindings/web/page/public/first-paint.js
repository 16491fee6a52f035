// The chosen scheme is set before the first paint, so this file is no module and waits for nothing.
try {
  const scheme = localStorage.getItem('scheme');
  if (scheme === 'dark' || scheme === 'light') document.documentElement.dataset.scheme = scheme;
} catch {}
