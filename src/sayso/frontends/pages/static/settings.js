"use strict";
// Every text is set as text, never as markup.
{
  const { words, first, atIntegrations } = JSON.parse(document.getElementById("data").textContent);
  const main = document.querySelector("main"), note = document.getElementById("note");
  const shown = new Map();  // by name: what its row is made of
  let timer = 0, isAsked = false;

  const made = (kind, text, name) => {
    const element = document.createElement(kind);
    if (text !== undefined) element.textContent = text;
    if (name) element.className = name;
    return element;
  };

  // A screen reader reads what changes: the same words are not said again.
  const say = (element, text) => { if (element.textContent !== text) element.textContent = text; };

  const control = (row) => {
    const element = made({ choice: "select", fixed: "output" }[row.kind] || "input");
    for (const [value, text] of row.choices) element.add(new Option(text, value));
    if (row.kind === "switch") element.type = "checkbox";
    if (row.kind === "number") { element.type = "text"; element.inputMode = "decimal"; }
    element.autocomplete = "off";
    return element;
  };

  const value = (parts) =>
    parts.kind === "switch" ? parts.element.checked : parts.element.value.trim();

  // What the person is writing stays; `isSure`: what is in the field was sent, so that it is written no more.
  const put = (parts, row, isSure) => {
    const { element, about, back } = parts;
    const isWriting = row.kind === "number" && value(parts) !== parts.put;
    if (row.kind === "switch") element.checked = row.value;
    else if (isSure || !isWriting) element.value = row.value;
    if (isSure || !isWriting) parts.put = String(row.value);
    const told = row.is_default ? words.default : `${words.default}: ${row.default}`;
    say(about, [row.bounds, told].filter(Boolean).join(" · "));
    back.hidden = row.kind === "fixed" || (row.is_default && !parts.wrong.textContent);
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
    const parts = { element, about, back, wrong, kind: row.kind, put: String(row.value), last: 0 };
    element.addEventListener("change", () => change(parts, "set", { name: row.name, value: value(parts) }));
    back.addEventListener("click", () => { element.focus(); change(parts, "reset", { name: row.name }); });
    shown.set(row.name, parts);
    put(parts, row, true);
    return root;
  };

  // What sayso says of another program is in English.
  const toldLines = (list) => list.map((each) => {
    const line = made("p", each.words, each.is_doubtful ? "cost" : "help");
    line.lang = "en";
    line.dir = "ltr";
    return line;
  });

  const putSwitch = (parts, row) => {
    parts.element.checked = row.is_on;
    const words = JSON.stringify(row.told);
    if (parts.told !== words) parts.about.replaceChildren(...toldLines(row.told));
    parts.told = words;
  };

  const switchLine = (row) => {
    const root = made("div", undefined, "setting"), id = `of-${row.key}`;
    const label = made("label", row.label), controls = made("span", undefined, "control");
    const element = made("input"), about = made("div", undefined, "told"), wrong = made("p", undefined, "wrong");
    element.type = "checkbox";
    element.autocomplete = "off";
    element.id = label.htmlFor = id;
    about.id = `${id}-about`;
    wrong.id = `${id}-wrong`;
    wrong.role = "alert";
    controls.append(element);
    root.append(label, controls, about, wrong);
    element.setAttribute("aria-describedby", `${about.id} ${wrong.id}`);
    const parts = { element, about, wrong, kind: "switch", last: 0 };
    element.addEventListener("change", () =>
      change(parts, "switch", { key: row.key, wanted: element.checked }));
    shown.set(row.key, parts);
    putSwitch(parts, row);
    return root;
  };

  note.dir = "auto";

  const show = (state, saved) => {
    // Once a dialog is over, what was wrong meanwhile is so no more, and what was sent is as it is now.
    const isOver = isAsked && !state.is_asked;
    if (isOver) for (const parts of shown.values()) say(parts.wrong, "");
    isAsked = state.is_asked;
    for (const row of state.integrations) if (shown.has(row.key)) putSwitch(shown.get(row.key), row);
    for (const group of state.groups)
      for (const row of group.rows) {
        const parts = shown.get(row.name);
        put(parts, row, row.name === saved || (isOver && value(parts) === parts.sent));
        parts.element.disabled = parts.back.disabled = state.is_broken;
        if (state.is_broken) { say(parts.about, row.bounds); parts.back.hidden = true; }
      }
    const isSaved = saved || note.textContent === words.saved;
    say(note, state.is_asked ? words.is_asked : state.note || (isSaved ? words.saved : ""));
    clearTimeout(timer);
    if (state.is_asked) timer = setTimeout(look, 500);
  };

  const look = async () => {
    try {
      show(await sayso("state"));
    } catch (error) {
      say(note, error.message);
      if (isAsked) timer = setTimeout(look, 500);
    }
  };

  const change = async (parts, method, asked) => {
    const turn = ++parts.last;
    parts.sent = asked.value;
    let told;
    try {
      told = await sayso(method, asked);
    } catch (error) {
      told = { wrong: error.message };
    }
    if (turn !== parts.last) return;  // the person has changed it again
    say(parts.wrong, told.wrong);
    parts.element.ariaInvalid = told.wrong ? "true" : "false";
    const isAsWritten = method === "reset" || value(parts) === asked.value;
    if (!told.state) look();
    else show(told.state, !told.wrong && isAsWritten && !told.state.is_asked ? asked.name : "");
  };

  const machines = made("section"), list = made("ol");
  list.role = "list";
  machines.append(made("h2", words.machines), list);
  machines.hidden = true;

  const lookForMachines = async () => {
    let lines = [];
    try {
      lines = await sayso("machines");
    } catch { /* the list is not there, then */ }
    if (lines.join("\n") === Array.from(list.children, (each) => each.textContent).join("\n")) return;
    machines.hidden = !lines.length;
    list.replaceChildren(...lines.map((each) => {
      const item = made("li");
      item.append(made("bdi", each));
      return item;
    }));
  };

  for (const group of first.groups) {
    const section = made("section");
    section.append(made("h2", group.title), ...group.rows.map(line));
    main.append(section);
  }
  if (first.integrations.length) {
    const section = made("section"), heading = made("h2", words.integrations), go = document.getElementById("go");
    section.id = "integrations";
    heading.tabIndex = -1;
    section.append(heading, made("p", words.integrationsHelp, "help"), ...first.integrations.map(switchLine));
    main.append(section);
    const goThere = () => { heading.focus(); heading.scrollIntoView(); };
    go.hidden = false;
    go.addEventListener("click", goThere);
    if (atIntegrations) goThere();
  }
  main.append(machines);
  show(first);
  const lookAtAll = () => { look(); lookForMachines(); };
  window.addEventListener("focus", lookAtAll);
  lookForMachines();
}
