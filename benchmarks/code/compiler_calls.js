// What the TypeScript compiler says of the calls in a repository, as JSON: definitions and calls.
//
//   node compiler_calls.js [--js] ROOT MODULES [PREFIX ..] > truth.json
//
// MODULES is a node_modules folder that holds `typescript` and what types the repository needs. Only TypeScript below a PREFIX (all
// without one) is read, with --js JavaScript too; declaration files are not. A call is any call expression, `new`, tagged template,
// decorator or JSX element (`markup`: an edge for it is right, none is asked for).
// Its callee is the symbol that is named, aliases followed, and the declaration of the signature that the checker resolves. A call is
// `settled` if one of them is a definition in the repository, `unknown` if the callee's type is `any`, else `elsewhere`.
const fs = require("fs");
const path = require("path");
const withScripts = process.argv[2] === "--js";
const [root, modules, ...prefixes] = process.argv.slice(withScripts ? 3 : 2);
const ts = require(path.resolve(modules, "typescript"));

const options = {
  target: ts.ScriptTarget.ES2022,
  module: withScripts ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext,
  moduleResolution: withScripts ? ts.ModuleResolutionKind.Node10 : ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  strict: true,
  noEmit: true,
  allowJs: withScripts,
  checkJs: withScripts,
  skipLibCheck: true,
  experimentalDecorators: true,
  esModuleInterop: true,
  typeRoots: [path.resolve(modules, "@types")],
  ...configured(),
};

function configured() {
  const file = path.join(root, "tsconfig.json");
  if (!fs.existsSync(file)) return {};
  const read = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(read.config || {}, ts.sys, root);
  const kept = {};
  for (const key of ["paths", "baseUrl", "lib", "target", "jsx", "jsxImportSource", "experimentalDecorators"]) {
    if (options[key] !== undefined) kept[key] = options[key];
  }
  return kept;
}

function sources(folder, found = []) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || ["node_modules", "graphify-out", "dist", "vendor"].includes(entry.name)) continue;
    const whole = path.join(folder, entry.name);
    if (entry.isDirectory()) sources(whole, found);
    else if ((withScripts ? /\.[mc]?[jt]sx?$/ : /\.([mc]?ts|tsx)$/).test(entry.name) && !/\.d\.[mc]?ts$/.test(entry.name)) found.push(whole);
  }
  return found;
}

const relative = (file) => path.relative(root, file).split(path.sep).join("/");
const files = sources(path.resolve(root)).filter((file) => !prefixes.length || prefixes.some((p) => relative(file).startsWith(p)));
const host = ts.createCompilerHost(options);
const cache = ts.createModuleResolutionCache(path.resolve(root), (x) => x, options);
host.resolveModuleNames = (names, containing) =>
  names.map((name) => {
    const own = ts.resolveModuleName(name, containing, options, host, cache).resolvedModule;
    // What is not installed beside the repository is looked for among MODULES.
    return own || ts.resolveModuleName(name, path.resolve(modules, "..", "x.ts"), options, host, cache).resolvedModule;
  });
const program = ts.createProgram(files, options, host);
const checker = program.getTypeChecker();
const own = new Set(files.map((file) => program.getSourceFile(file)).filter(Boolean));
const line = (node) => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;

function isFunction(node) {
  return node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isClassExpression(node));
}

function nameOf(node) {
  const name = isAssigned(node) ? node.left.name : node.name;
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (!name) return node.modifiers?.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword) ? "default" : undefined;
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

function unwrapped(node) {
  while (node && (ts.isAsExpression(node) || ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression?.(node))) node = node.expression;
  return node;
}

/** `exports.name = function () {}`, `Class.prototype.name = ..` */
function isAssigned(node) {
  const assigns = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return assigns && ts.isPropertyAccessExpression(node.left) && isFunction(unwrapped(node.right));
}

/** The kind of a definition that a graph may have a node for, or undefined. */
function kindOf(node) {
  if (ts.isFunctionDeclaration(node) || ts.isConstructorDeclaration(node) || ts.isAccessor(node)) return "function";
  if (ts.isClassDeclaration(node)) return "class";
  if (ts.isMethodDeclaration(node)) return ts.isClassLike(node.parent) ? "function" : "inner";
  if (ts.isMethodSignature(node)) return "signature";
  if (ts.isVariableDeclaration(node) && isFunction(unwrapped(node.initializer))) return "function";
  if (isAssigned(node)) return "function";
  if (ts.isPropertyDeclaration(node) && isFunction(unwrapped(node.initializer))) return "function";
  if (ts.isPropertyAssignment(node) && isFunction(unwrapped(node.initializer))) return "inner";
  return undefined;
}

/** A function or class expression is known by what it is assigned to. */
function definitionOf(declaration) {
  if (!declaration || !own.has(declaration.getSourceFile())) return undefined;
  if (isFunction(declaration)) {
    let parent = declaration.parent;
    while (unwrapped(parent) !== parent && parent.parent) parent = parent.parent;
    declaration = kindOf(parent) ? parent : declaration;
  }
  return kindOf(declaration) && nameOf(declaration) !== undefined ? declaration : undefined;
}

const ids = new Map();
const definitions = [];
function idOf(node) {
  if (!ids.has(node)) {
    ids.set(node, definitions.length);
    const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node;
    const owner = ts.isConstructorDeclaration(node) || ts.isClassElement(node) || ts.isTypeElement(node) ? node.parent.name?.text : undefined;
    const end = node.getSourceFile().getLineAndCharacterOfPosition(node.getEnd()).line + 1;
    definitions.push({ file: relative(node.getSourceFile().fileName), lines: [...new Set([line(holder), line(node.name || node.left || node), line(node)])],
      end, name: nameOf(node), owner, kind: kindOf(node), scope: node.parent.pos });
  }
  return ids.get(node);
}

/** Who may be said to call: the innermost definition, and those around it as long as a graph may have no node for it. */
function callers(node) {
  const found = [];
  for (let at = node.parent; at; at = at.parent) {
    const definition = isFunction(at) || kindOf(at) ? definitionOf(at) : undefined;
    if (!definition || found.includes(idOf(definition))) continue;
    found.push(idOf(definition));
    if (kindOf(definition) === "function" && !ts.isVariableDeclaration(definition)) return found;
    if (kindOf(definition) === "function" && ts.isSourceFile(definition.parent.parent.parent)) return found;
    if (kindOf(definition) === "class") break;
  }
  return [...found, -1];
}

function symbolAt(node) {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function named(expression) {
  expression = unwrapped(expression);
  if (ts.isNonNullExpression(expression)) return named(expression.expression);
  if (ts.isPropertyAccessExpression(expression)) return expression.name;
  if (ts.isElementAccessExpression(expression)) return expression.argumentExpression;
  return expression;
}

function answer(call, expression) {
  const name = named(expression);
  const declarations = (symbolAt(name)?.declarations || []).map((each) => (isAssigned(each.parent) ? each.parent : each));
  try {
    declarations.push(checker.getResolvedSignature(call)?.declaration);
  } catch {
    // The checker gives up on some code; then the symbol alone counts.
  }
  const targets = [...new Set(declarations.map(definitionOf).filter(Boolean).map(idOf))];
  const type = checker.getTypeAtLocation(expression);
  const state = targets.length ? "settled" : type.flags & ts.TypeFlags.Any ? "unknown" : "elsewhere";
  return { callers: callers(call), targets, state, name: name.text || "", line: line(call) };
}

const isMarkup = (node) => ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
const calls = [];
function visit(node, file) {
  let expression;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) expression = node.expression;
  else if (ts.isTaggedTemplateExpression(node)) expression = node.tag;
  else if (isMarkup(node)) expression = node.tagName;
  else if (ts.isDecorator(node) && !ts.isCallExpression(node.expression)) expression = node.expression;
  if (expression && expression.kind !== ts.SyntaxKind.ImportKeyword) {
    if (expression.kind !== ts.SyntaxKind.SuperKeyword) calls.push({ file, markup: isMarkup(node), ...answer(node, expression) });
  }
  if (kindOf(node)) {
    const definition = definitionOf(node);
    if (definition) idOf(definition);
  }
  ts.forEachChild(node, (child) => visit(child, file));
}
for (const source of own) visit(source, relative(source.fileName));
process.stdout.write(JSON.stringify({ files: files.map(relative), definitions, calls }));
