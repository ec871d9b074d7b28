'use strict';
// The search: all words must be there, and those in headings count more. Nothing is loaded but a script that lies beside this one.
(() => {
  const up = document.currentScript.dataset.up;
  const form = document.querySelector('form[role=search]');
  const query = document.getElementById('query');
  const found = document.getElementById('found');
  const count = document.getElementById('count');
  const results = document.getElementById('results');
  const most = 20;

  const load = () => {
    if (!document.getElementById('sections')) {
      const script = document.createElement('script');
      script.id = 'sections';
      script.src = up + 'assets/index.js';
      script.onload = show;
      document.head.append(script);
    }
  };

  const points = ([, title, heading, text], words) => {
    let sum = 0;
    for (const word of words) {
      const here = (title.toLowerCase().includes(word) ? 5 : 0) + (heading.toLowerCase().includes(word) ? 10 : 0) +
        (text.toLowerCase().includes(word) ? 1 : 0);
      if (here === 0) return 0;
      sum += here;
    }
    return sum;
  };

  const around = (text, word) => {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
    return (at > 0 ? '…' : '') + text.slice(at, at + 180) + (text.length > at + 180 ? '…' : '');
  };

  const item = ([address, title, heading, text], word) => {
    const link = document.createElement('a');
    link.href = up + address;
    link.textContent = title === heading ? title : title + ' › ' + heading;
    const excerpt = document.createElement('p');
    excerpt.textContent = around(text, word);
    const line = document.createElement('li');
    line.append(link, excerpt);
    return line;
  };

  const show = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(word => word);
    found.hidden = words.length === 0;
    if (words.length === 0 || !window.sections) return;
    const hits = window.sections.map(section => [points(section, words), section]).filter(([sum]) => sum > 0)
      .sort(([one], [other]) => other - one);
    count.textContent = hits.length === 0 ? 'Nothing was found.'
      : hits.length > most ? `The best ${most} of ${hits.length} sections:` : `${hits.length} sections:`;
    results.replaceChildren(...hits.slice(0, most).map(([, section]) => item(section, words[0])));
  };

  form.hidden = false;
  form.addEventListener('submit', event => {
    event.preventDefault();
    results.querySelector('a')?.focus();
  });
  query.addEventListener('focus', load);
  query.addEventListener('input', () => { load(); show(); });
  results.addEventListener('click', () => { query.value = ''; show(); });
  document.addEventListener('keydown', event => {
    const typing = event.target instanceof HTMLInputElement;
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      query.focus();
    } else if (event.key === 'Escape' && !found.hidden) {
      query.value = '';
      show();
      query.focus();
    }
  });
})();
