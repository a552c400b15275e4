"use strict";
// Every text is set as text, never as markup. What comes from the log was made visible before.
{
  const { words, statuses, times, formats, live, first } = JSON.parse(
    document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const controls = ["text", "who", "status", "since"].map(at);
  const wanted = () => Object.fromEntries(controls.map((each) => [each.id, each.value]));
  let more = first.more, isAsking = false, look = 0, shown = 0, day = "", askers = [];

  const made = (kind, text, name) => {
    const element = document.createElement(kind);
    if (text !== undefined) element.textContent = text;
    if (name) element.className = name;
    return element;
  };
  const foreign = (kind, text, name) => {  // words of others may run the other way
    const element = made(kind, undefined, name);
    element.append(made("bdi", text));
    return element;
  };
  const listed = (title, rows) => {
    const list = made("ol");
    list.ariaLabel = title;
    list.role = "list";
    list.append(...rows);
    return rows.length ? [made("p", title, "label"), list] : [];
  };

  const unfolded = (row) => {
    const all = made("div", undefined, "unfolded"), facts = made("dl");
    for (const [label, text] of row.facts) facts.append(made("dt", label), foreign("dd", text));
    all.append(facts, ...listed(words.course, row.steps.map(([clock, text]) => {
      const step = made("li");
      step.append(made("time", clock), text);
      return step;
    })), ...listed(words.lineage, row.lineage.map((each) => foreign("li", each))));
    return all;
  };

  const line = (row) => {
    const item = made("li"), details = made("details"), summary = made("summary");
    const when = made("time", row.missed ? `${row.day} ${row.clock}` : row.clock, "when");
    summary.append(foreign("span", row.who, "who"), foreign("span", row.what, "what"),
      made("span", row.answer, `answer ${row.tone}`), when);
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(unfolded(row));
      readOn();
    });
    item.append(details);
    return item;
  };

  const put = (row) => {
    const section = at(row.missed ? "missed" : "all"), list = section.lastElementChild;
    section.hidden = false;
    at("all").firstElementChild.textContent = at("missed").hidden ? words.all : words.others;
    if (!row.missed && row.day !== day) {
      day = row.day;
      const heading = made("li", undefined, "day");
      heading.append(made("h3", day));
      list.append(heading);
    }
    list.append(line(row));
  };

  const offer = (select, choices) => {
    const has = new Set(Array.from(select.options, (each) => each.value));
    for (const [value, text] of choices)
      if (!has.has(value)) select.add(new Option(text, value));
  };

  const offerAskers = (names) => {
    if (names.length === askers.length) return;
    askers = names;
    const select = at("who"), chosen = select.value;
    select.replaceChildren(select.options[0]);
    offer(select, [...new Set([...names, ...(chosen ? [chosen] : [])])].map((each) => [each, each]));
    select.value = chosen;
  };

  // A screen reader reads what changes: the same words are not said again.
  const say = (id, text) => { if (at(id).textContent !== text) at(id).textContent = text; };

  const show = (told) => {
    told.rows.forEach(put);
    shown += told.rows.length;
    more = told.more;
    offerAskers(told.askers);
    say("note", told.note);
    const isFiltered = controls.some((each) => each.value);
    const nothing = isFiltered ? words.no_such : words.nothing_asked;
    say("end", more ? (isNear() ? words.looking : "") : shown ? words.end : nothing);
  };

  // Only what can nearly be seen is asked for.
  const isNear = () => at("end").getBoundingClientRect().top < 2 * window.innerHeight;
  const ask = async (method, parameters) => {
    const current = look;
    isAsking = true;
    try {
      const told = await sayso(method, parameters);
      if (current === look) show(told);
    } catch (error) {
      if (current === look) { more = false; say("end", `${words.not_loaded}: ${error.message}`); }
    } finally {
      if (current === look) isAsking = false;
    }
    readOn();
  };
  const readOn = () => { if (more && live && !isAsking && isNear()) ask("more"); };

  const begin = () => {
    look += 1;
    shown = 0;
    day = "";
    for (const id of ["missed", "all"]) {
      at(id).hidden = true;
      at(id).lastElementChild.replaceChildren();
    }
    say("end", words.looking);
    ask("look", wanted());
  };

  const save = async () => {
    at("save").disabled = true;
    say("saved", "");
    try {
      let told = await sayso("save", { format: at("format").value, ...wanted() });
      while (told.more) told = await sayso("save_more");
      say("saved", told.path && `${words.saved}: ${told.path}`);
    } catch (error) {
      say("saved", error.message);
    } finally {
      at("save").disabled = false;
    }
  };

  offer(at("status"), statuses);
  offer(at("since"), times);
  offer(at("format"), formats);
  show(first);
  if (live) {
    at("filter").hidden = false;
    at("filter").addEventListener("submit", (event) => event.preventDefault());
    at("filter").addEventListener("input", (event) => {
      if (event.target.id !== "format") begin();
    });
    at("save").addEventListener("click", save);
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey && event.code === "KeyF") { event.preventDefault(); at("text").select(); }
      if (event.key === "F5") { event.preventDefault(); begin(); }
    });
    window.addEventListener("scroll", readOn, { passive: true });
    window.addEventListener("resize", readOn);
    readOn();
  } else {
    say("end", words.latest);
  }
}
