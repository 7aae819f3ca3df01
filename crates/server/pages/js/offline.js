// Lets the browser keep the pages, so that Kontra can be installed and opens without its server.
if ('serviceWorker' in navigator) {
  const register = () => { navigator.serviceWorker.register('/sw.js').catch(() => { /* a private window, or no secure address */ }); };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}
