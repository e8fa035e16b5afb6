// A question that waits for the program, which the first question of a notebook brings.
export default { async render({ model, el }) {
  const wait = () => new Promise((done) => setTimeout(done, 50));
  for (let i = 0; i < 100 && !window.lookingAheadAsk; i++) await wait();
  if (window.lookingAheadAsk) window.lookingAheadAsk.show(model, el);
} };
