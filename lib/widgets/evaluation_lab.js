// Sliders with names: native range inputs, so that keyboards and screen readers know them.
export default {
  render({ model, el }) {
    const box = document.createElement("div");
    box.className = "la-knobs";
    const reach = model.get("reach");
    model.get("names").forEach((name, i) => {
      const label = document.createElement("label");
      const words = document.createElement("span");
      const input = document.createElement("input");
      const shown = document.createElement("output");
      words.textContent = name;
      Object.assign(input, { type: "range", min: -reach, max: reach, step: 0.25 });
      input.setAttribute("aria-label", model.get("about").replace("{name}", name));
      const follow = () => {
        const value = model.get("values")[i];
        input.value = value;
        shown.textContent = value;
      };
      input.addEventListener("input", () => {
        const values = [...model.get("values")];
        values[i] = Number(input.value);
        model.set("values", values);
        model.save_changes();
      });
      input.addEventListener("keydown", (event) => event.stopPropagation());
      model.on("change:values", follow);
      follow();
      label.append(words, input, shown);
      box.append(label);
    });
    el.append(box);
  },
};
