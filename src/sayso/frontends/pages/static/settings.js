"use strict";
// Every text is set as text, never as markup.
{
  const { words, first } = JSON.parse(document.getElementById("data").textContent);
  const main = document.querySelector("main"), note = document.getElementById("note");
  const shown = new Map();  // by name: what its row is made of

  const made = (kind, text, name) => {
    const element = document.createElement(kind);
    if (text !== undefined) element.textContent = text;
    if (name) element.className = name;
    return element;
  };

  const say = (element, text) => {
    element.hidden = !text;
    element.textContent = text;
  };

  const control = (row) => {
    const element = made(row.kind === "choice" ? "select" : "input");
    for (const [value, text] of row.choices) element.add(new Option(text, value));
    if (row.kind === "switch") element.type = "checkbox";
    if (row.kind === "number") { element.type = "text"; element.inputMode = "decimal"; }
    element.autocomplete = "off";
    return element;
  };

  const put = (parts, row) => {
    const { element, about, back } = parts;
    if (row.kind === "switch") element.checked = row.value;
    else element.value = row.value;
    const texts = [row.bounds, row.is_default ? words.default : row.default && `${words.default}: ${row.default}`];
    about.textContent = texts.filter(Boolean).join(" · ");
    back.hidden = row.is_default;
  };

  const line = (row) => {
    const root = made("div", undefined, "setting"), id = `of-${row.name}`;
    const label = made("label", row.label), controls = made("span", undefined, "control");
    const element = control(row), about = made("p", undefined, "about");
    const back = made("button", words.back), wrong = made("p", undefined, "wrong");
    element.id = label.htmlFor = id;
    about.id = `${id}-about`;
    wrong.id = `${id}-wrong`;
    wrong.role = "alert";
    wrong.hidden = true;
    back.type = "button";
    back.ariaLabel = `${words.back}: ${row.label}`;
    controls.append(element, ...(row.unit ? [made("span", row.unit)] : []), back);
    root.append(label, controls);
    const told = [about.id, wrong.id];
    for (const [kind, text] of [["help", row.help], ["cost", row.cost && `${words.safety} ${row.cost}`]])
      if (text) {
        const part = made("p", text, kind);
        part.id = `${id}-${kind}`;
        told.push(part.id);
        root.append(part);
      }
    root.append(about, wrong);
    element.setAttribute("aria-describedby", told.join(" "));
    const parts = { element, about, back, wrong };
    const value = () => (row.kind === "switch" ? element.checked : element.value.trim());
    element.addEventListener("change", () => change("set", row.name, value()));
    back.addEventListener("click", () => { element.focus(); change("reset", row.name); });
    shown.set(row.name, parts);
    put(parts, row);
    return root;
  };

  const machines = made("section"), list = made("ol");
  list.role = "list";
  machines.append(made("h2", words.machines), list);

  const show = (state) => {
    machines.hidden = !state.machines.length;
    list.replaceChildren(...state.machines.map((each) => {
      const item = made("li");
      item.append(made("bdi", each));
      return item;
    }));
    for (const group of state.groups)
      for (const row of group.rows) {
        const parts = shown.get(row.name);
        if (parts.wrong.hidden && document.activeElement !== parts.element) put(parts, row);
      }
    note.textContent = state.fault || (state.is_asked ? words.is_asked : "");
    if (state.is_asked) setTimeout(look, 500);
  };

  const look = async () => show(await sayso("state"));

  const change = async (method, name, value) => {
    const parts = shown.get(name);
    let told;
    try {
      told = await sayso(method, { name, value });
    } catch (error) {
      told = { wrong: error.message };
    }
    say(parts.wrong, told.wrong);
    parts.element.ariaInvalid = told.wrong ? "true" : "false";
    if (!told.state) return;
    const rows = told.state.groups.flatMap((group) => group.rows);
    if (!told.wrong) put(parts, rows.find((row) => row.name === name));
    show(told.state);
    if (!told.wrong && !note.textContent) note.textContent = words.saved;
  };

  for (const group of first.groups) {
    const section = made("section");
    section.append(made("h2", group.title), ...group.rows.map(line));
    main.append(section);
  }
  main.append(machines);
  show(first);
  window.addEventListener("focus", look);
}
