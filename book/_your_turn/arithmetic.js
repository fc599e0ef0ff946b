// Reads a small part of Python: arithmetic, comparisons and calls, over numbers and arrays (lists, or lists of lists).
// What it does not read it refuses, so that nobody is told a wrong "wrong".

class Refused extends Error {
  constructor(word, part = "") {
    super(WORDS[word].replace("{part}", part));
  }
}
const refuse = (word, part) => {
  throw new Refused(word, part);
};

// ---- arrays

const isArray = Array.isArray;
const depth = (x) => (isArray(x) ? 1 + depth(x[0]) : 0);
const flat = (x) => [x].flat(Infinity);
const shape = (x) => (isArray(x) ? [x.length, ...shape(x[0])] : []);

// As NumPy broadcasts: the last axes meet, and an axis of one element is repeated
function broadcast(f, ...values) {
  const most = Math.max(...values.map(depth));
  if (!most) return f(...values);
  const axis = values.filter((x) => depth(x) === most).map((x) => x.length);
  const length = axis.find((size) => size !== 1) ?? 1;
  if (axis.some((size) => size !== 1 && size !== length)) refuse("lengths");
  const at = (x, i) => (depth(x) < most ? x : x[x.length === 1 ? 0 : i]);
  return Array.from({ length }, (_, i) => broadcast(f, ...values.map((x) => at(x, i))));
}

function reduce(f, x, axis, keep) {
  if (axis === undefined) return keep ? refuse("unread", "keepdims") : f(flat(x));
  if (axis < 0) axis += depth(x);
  if (axis >= depth(x) || axis < 0) refuse("unread", "axis");
  if (axis) return x.map((row) => reduce(f, row, axis - 1, keep));
  const reduced = depth(x) === 1 ? f(x) : x[0].map((_, i) => reduce(f, x.map((row) => row[i]), 0));
  return keep ? [reduced] : reduced;
}

function product(a, b) {
  if (!isArray(a) || !isArray(b)) refuse("unread", "@");
  if (depth(a) > 1) return a.map((row) => product(row, b));
  if (a.length !== b.length) refuse("lengths");
  if (depth(b) > 1) return b[0].map((_, i) => product(a, b.map((row) => row[i])));
  return total(a.map((x, i) => x * b[i]));
}

// ---- what expressions may say

const total = (list) => list.reduce((a, b) => a + b, 0);
const mean = (list) => total(list) / list.length;
const remainder = (a, b) => {
  const rest = a % b;
  return rest && rest < 0 !== b < 0 ? rest + b : rest;
};
// of two numbers; Python raises an error where NumPy goes on with inf
const dividing = (f) => (a, b) => (!isArray(a) && b === 0 ? refuse("zero") : broadcast(f, a, b));
const each = (f) => (...values) => broadcast(f, ...values);

const OPERATORS = {
  "+": each((a, b) => a + b),
  "-": each((a, b) => a - b),
  "*": each((a, b) => a * b),
  "/": dividing((a, b) => a / b),
  "//": dividing((a, b) => Math.round((a - remainder(a, b)) / b)),
  "%": dividing(remainder),
  "**": each((a, b) => a ** b),
  "@": product,
  "<": each((a, b) => a < b),
  ">": each((a, b) => a > b),
  "<=": each((a, b) => a <= b),
  ">=": each((a, b) => a >= b),
  "==": each((a, b) => a == b),
  "!=": each((a, b) => a != b),
};
const COMPARISONS = ["<", ">", "<=", ">=", "==", "!="];

// A function of Python, which takes arguments by place or by name
const called = (parameters, f) => (given, named) => {
  const extra = Object.keys(named).find((name) => !parameters.includes(name));
  if (extra || given.length > parameters.length) refuse("unread", extra ?? "(");
  return f(...parameters.map((name, i) => named[name] ?? given[i]));
};
const number = (x) => (isArray(x) || x === undefined ? refuse("unread", "(") : Number(x));
const numbers = (x) => (depth(x) === 1 ? x : refuse("unread", "("));

const ELEMENTWISE = {};
for (const name of "exp expm1 log log1p log2 log10 sqrt ceil floor sinh cosh tanh".split(" "))
  ELEMENTWISE[name] = called(["x"], each(Math[name]));
ELEMENTWISE.abs = ELEMENTWISE.fabs = called(["x"], each(Math.abs));
const CONSTANTS = { pi: Math.PI, e: Math.E, inf: Infinity };

const reducing = (f) => called(["a", "axis", "keepdims"], (a, axis, keep) => reduce(f, a, axis, keep));
const bounding = (f) =>
  called(["a", "axis", "keepdims", "initial"], (a, axis, keep, initial) =>
    reduce((list) => f(...list, ...(initial === undefined ? [] : [initial])), a, axis, keep));
const clip = called(["a", "low", "high"], (a, low, high) =>
  broadcast((x, low, high) => Math.min(Math.max(x, low), high), a, low ?? -Infinity, high ?? Infinity));
const METHODS = {
  sum: reducing(total),
  mean: reducing(mean),
  prod: reducing((list) => list.reduce((a, b) => a * b, 1)),
  max: bounding(Math.max),
  min: bounding(Math.min),
  clip,
  dot: called(["a", "b"], product),
};
const NUMPY = {
  ...ELEMENTWISE,
  ...CONSTANTS,
  ...METHODS,
  absolute: ELEMENTWISE.abs,
  square: called(["x"], each((x) => x * x)),
  power: called(["a", "b"], OPERATORS["**"]),
  divide: called(["a", "b"], each((a, b) => a / b)),
  maximum: called(["a", "b"], each((a, b) => Math.max(a, b))),
  minimum: called(["a", "b"], each((a, b) => Math.min(a, b))),
  where: called(["where", "a", "b"], each((where, a, b) => (where ? a : b))),
  array: called(["a"], (a) => a),
  asarray: called(["a"], (a) => a),
  arange: called(["start", "stop", "step"], (start, stop, step = 1) => {
    const from = stop === undefined ? 0 : number(start);
    const length = Math.max(0, Math.ceil((number(stop ?? start) - from) / number(step)));
    return Array.from({ length }, (_, i) => from + i * step);
  }),
  average: called(["a", "axis", "weights"], (a, axis, weights) => {
    if (axis !== undefined) refuse("unread", "axis");
    return weights === undefined ? mean(flat(a)) : product(numbers(a), weights) / total(weights);
  }),
};
const ofSeveral = (f) => (given, named) => {
  if (Object.keys(named).length) refuse("unread", Object.keys(named)[0]);
  return f(...(given.length === 1 ? numbers(given[0]) : given).map(number));
};
const BUILTIN = {
  ...ELEMENTWISE,
  ...CONSTANTS,
  True: true,
  False: false,
  sum: called(["a"], (a) => reduce(total, a, 0)),
  max: ofSeveral(Math.max),
  min: ofSeveral(Math.min),
  len: called(["a"], (a) => (isArray(a) ? a.length : refuse("unread", "len"))),
  int: called(["x"], (x) => Math.trunc(number(x))),
  float: called(["x"], number),
  pow: called(["a", "b"], OPERATORS["**"]),
};
const MODULES = { np: NUMPY, math: { ...ELEMENTWISE, ...CONSTANTS, pow: BUILTIN.pow } };

const look = (table, name) => (Object.hasOwn(table, name) ? table[name] : refuse("unknown", name));

function attribute(x, name) {
  if (!isArray(x)) return look(x, name); // of a module
  if (name === "size") return flat(x).length;
  if (name === "shape") return shape(x);
  const method = look(METHODS, name);
  return (given, named) => method([x, ...given], named);
}

function item(x, i) {
  if (!isArray(x)) refuse("unread", "[");
  if (isArray(i)) return i.length === x.length && i.every((is) => typeof is === "boolean")
    ? x.filter((_, place) => i[place])
    : refuse("unread", "[");
  return x.at(i) ?? refuse("unread", "[");
}

// ---- the parser: each part returns a function from the names that are known to a value

const TOKEN = /(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[\p{L}_][\p{L}\d_]*|\*\*|\/\/|[<>=!]=|\S/gu;
const NOT_NAMES = ["if", "else", "and", "or", "not", "for", "in", "is", "lambda", "import", "return"];

function parse(text) {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;
  const next = (...texts) => texts.includes(tokens[at]);
  const take = (...texts) => next(...texts) && tokens[at++];
  const fail = () => (next("^") ? refuse("power") : at < tokens.length ? refuse("unread", tokens[at]) : refuse("unfinished"));
  const expect = (text) => take(text) || fail();
  const isName = () => /^[\p{L}_]/u.test(tokens[at] ?? "") && !next(...NOT_NAMES);

  // a op b op c, from the left
  const chain = (part, ...operators) => () => {
    let left = part();
    for (let operator; (operator = take(...operators)); ) {
      const [a, b, f] = [left, part(), OPERATORS[operator]];
      left = (names) => f(a(names), b(names));
    }
    return left;
  };
  const list = (end) => {
    const parts = [];
    while (!next(end)) {
      parts.push(choice());
      if (!take(",")) break;
    }
    expect(end);
    return (names) => parts.map((part) => part(names));
  };
  function atom() {
    const token = tokens[at];
    if (/^\.?\d/.test(token)) {
      at += 1;
      return () => Number(token.replaceAll("_", ""));
    }
    if (isName()) {
      at += 1;
      return (names) => (Object.hasOwn(names, token) ? names[token] : look({ ...BUILTIN, ...MODULES }, token));
    }
    if (take("[")) return list("]");
    if (!take("(")) fail();
    const inside = several();
    expect(")");
    return inside;
  }
  function call(f) {
    const given = [];
    const named = {};
    while (!next(")")) {
      if (isName() && tokens[at + 1] === "=") {
        const name = tokens[at];
        at += 2;
        named[name] = choice();
      } else given.push(choice());
      if (!take(",")) break;
    }
    expect(")");
    return (names) => {
      const function_ = f(names);
      if (typeof function_ !== "function") refuse("unread", "(");
      const values = Object.entries(named).map(([name, value]) => [name, value(names)]);
      return function_(given.map((value) => value(names)), Object.fromEntries(values));
    };
  }
  function postfix() {
    let left = atom();
    for (let sign; (sign = take("(", "[", ".")); ) {
      const x = left;
      if (sign === "(") left = call(x);
      else if (sign === "[") {
        const i = choice();
        expect("]");
        left = (names) => item(x(names), i(names));
      } else {
        const name = isName() ? tokens[at++] : fail();
        left = (names) => attribute(x(names), name);
      }
    }
    return left;
  }
  function power() {
    const base = postfix();
    if (!take("**")) return base;
    const exponent = unary();
    return (names) => OPERATORS["**"](base(names), exponent(names));
  }
  function unary() {
    const sign = take("-", "+");
    if (!sign) return power();
    const x = unary();
    return (names) => broadcast((x) => (sign === "-" ? -x : +x), x(names));
  }
  const factor = chain(unary, "*", "/", "//", "%", "@");
  const sum = chain(factor, "+", "-");
  function comparison() {
    const a = sum();
    const operator = take(...COMPARISONS);
    if (!operator) return a;
    const b = sum();
    if (next(...COMPARISONS)) fail();
    return (names) => OPERATORS[operator](a(names), b(names));
  }
  function choice() {
    const yes = comparison();
    if (!take("if")) return yes;
    const condition = comparison();
    expect("else");
    const no = choice();
    return (names) => (number(condition(names)) ? yes : no)(names);
  }
  function several() {
    const parts = [choice()];
    while (take(",")) parts.push(choice());
    return parts.length === 1 ? parts[0] : (names) => parts.map((part) => part(names));
  }
  const whole = several();
  return at < tokens.length ? fail() : whole;
}

// Runs lines such as "q = 1 - p" up to the one that returns
function run(lines, known) {
  const names = { ...known };
  for (const line of lines) {
    const [, left, text] = line.match(/^(?:return\b|([\w, ]+?) *=(?!=))(.*)$/s);
    const value = parse(text)(names);
    if (!left) return value;
    const several = left.split(", ");
    several.forEach((name, i) => (names[name] = several.length > 1 ? value[i] : value));
  }
}
