import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * What javac says of the calls in a Java repository, as JSON for compiler_score.py: definitions and calls.
 *
 * <pre>java JavaCalls.java ROOT [CLASSPATH] > truth.json</pre>
 *
 * All sources below ROOT are attributed at once. A call is a method invocation or a `new`; its callee is the element that javac resolves, a
 * constructor counting as its class. A call is `settled` if that is a definition of the repository, `unknown` if it has no type since
 * what it hangs on is not there. Calls of `this(..)`, `super(..)` and those of enum constants are right, but none is asked for (`markup`).
 */
class JavaCalls {
  static final List<String> definitions = new ArrayList<>(), calls = new ArrayList<>();
  static final Map<Tree, Integer> numbers = new IdentityHashMap<>();
  static Path root;
  static Trees trees;

  public static void main(String[] arguments) throws Exception {
    root = Paths.get(arguments[0]).toAbsolutePath().normalize();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(d -> {}, null, StandardCharsets.UTF_8);
    List<File> files;
    try (Stream<Path> walk = Files.walk(root)) {
      files = walk.filter(p -> p.toString().endsWith(".java") && !p.toString().contains("graphify-out"))
          .filter(p -> !p.endsWith("module-info.java") && !p.endsWith("package-info.java")).map(Path::toFile).sorted().collect(Collectors.toList());
    }
    List<String> options = new ArrayList<>(List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xmaxerrs", "1", "-nowarn"));
    if (arguments.length > 1) options.addAll(List.of("-cp", arguments[1]));
    JavacTask task = (JavacTask) compiler.getTask(null, manager, d -> {}, options, null, manager.getJavaFileObjectsFromFiles(files));
    trees = Trees.instance(task);
    List<CompilationUnitTree> units = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    task.analyze();
    for (CompilationUnitTree unit : units) new Definitions(unit).scan(unit, null);
    for (CompilationUnitTree unit : units) new Calls(unit).scan(unit, null);
    String names = units.stream().map(u -> quoted(relative(u))).collect(Collectors.joining(","));
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    out.println("{\"files\":[" + names + "],\"definitions\":[" + String.join(",", definitions) + "],\"calls\":[" + String.join(",", calls) + "]}");
    out.flush();
  }

  static String relative(CompilationUnitTree unit) {
    return root.relativize(Paths.get(unit.getSourceFile().toUri())).toString().replace('\\', '/');
  }

  static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  static long line(CompilationUnitTree unit, Tree tree) {
    long start = trees.getSourcePositions().getStartPosition(unit, tree);
    return start < 0 ? -1 : unit.getLineMap().getLineNumber(start);
  }

  /** The lines from the first annotation of a definition to its body. */
  static String lines(CompilationUnitTree unit, Tree tree, Tree body) {
    long first = line(unit, tree), last = body == null || line(unit, body) < 0 ? first + 3 : line(unit, body);
    return LongStream.rangeClosed(first, Math.max(first, last)).mapToObj(Long::toString).collect(Collectors.joining(","));
  }

  static class Definitions extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;

    Definitions(CompilationUnitTree unit) {
      this.unit = unit;
    }

    void define(Tree tree, String name, String kind, String lines) {
      numbers.put(tree, definitions.size());
      definitions.add("{\"file\":" + quoted(relative(unit)) + ",\"lines\":[" + lines + "],\"name\":" + quoted(name) + ",\"owner\":\"\",\"kind\":"
          + quoted(kind) + ",\"scope\":" + definitions.size() + "}");
    }

    @Override
    public Void visitClass(ClassTree tree, Void nothing) {
      if (tree.getSimpleName().length() > 0) {
        String lines = lines(unit, tree, tree.getMembers().isEmpty() ? null : tree.getMembers().get(0));
        for (Tree member : tree.getMembers()) {
          if (member instanceof MethodTree && ((MethodTree) member).getReturnType() == null) {
            lines += "," + lines(unit, member, ((MethodTree) member).getBody());
          }
        }
        define(tree, tree.getSimpleName().toString(), "class", lines);
      }
      return super.visitClass(tree, nothing);
    }

    @Override
    public Void visitMethod(MethodTree tree, Void nothing) {
      ClassTree around = (ClassTree) getCurrentPath().getParentPath().getLeaf();
      if (tree.getReturnType() == null) numbers.put(tree, numbers.getOrDefault(around, -1));
      else define(tree, tree.getName().toString(), around.getSimpleName().length() > 0 ? "function" : "inner", lines(unit, tree, tree.getBody()));
      return super.visitMethod(tree, nothing);
    }
  }

  static class Calls extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;

    Calls(CompilationUnitTree unit) {
      this.unit = unit;
    }

    /** The innermost definition; those around an anonymous class may be said to call as well. */
    String callers() {
      List<String> found = new ArrayList<>();
      for (TreePath path = getCurrentPath().getParentPath(); path != null; path = path.getParentPath()) {
        Tree tree = path.getLeaf();
        Integer number = numbers.get(tree);
        boolean isDefinition = tree instanceof MethodTree || tree instanceof ClassTree;
        if (!isDefinition || number == null || number < 0) continue;
        found.add(number.toString());
        boolean isInner = definitions.get(number).contains("\"kind\":\"inner\"");
        if (!isInner && (tree instanceof MethodTree || found.size() > 0)) break;
      }
      found.add("-1");
      return String.join(",", found);
    }

    void note(Tree tree, String name, boolean markup) {
      if (line(unit, tree) < 0 || trees.getSourcePositions().getEndPosition(unit, tree) < 0) return;
      Element element = trees.getElement(getCurrentPath());
      String state = "elsewhere", targets = "";
      boolean isWrong = element == null || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR || !(element instanceof ExecutableElement);
      if (isWrong) state = "unknown";
      else {
        Tree target = trees.getTree(element);
        Integer number = target == null ? null : numbers.get(target);
        if (number == null && element.getKind() == ElementKind.CONSTRUCTOR) {
          Tree around = trees.getTree(element.getEnclosingElement());
          number = around == null ? null : numbers.get(around);
        }
        if (number != null && number >= 0) {
          state = "settled";
          targets = number.toString();
        }
      }
      calls.add("{\"file\":" + quoted(relative(unit)) + ",\"line\":" + line(unit, tree) + ",\"name\":" + quoted(name) + ",\"state\":" + quoted(state)
          + ",\"markup\":" + markup + ",\"callers\":[" + callers() + "],\"targets\":[" + targets + "]}");
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
      ExpressionTree select = tree.getMethodSelect();
      String name = select instanceof MemberSelectTree ? ((MemberSelectTree) select).getIdentifier().toString() : select.toString();
      note(tree, name, name.equals("super") || name.equals("this"));
      return super.visitMethodInvocation(tree, nothing);
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void nothing) {
      Tree parent = getCurrentPath().getParentPath().getLeaf();
      boolean isConstant = parent instanceof VariableTree && line(unit, parent) == line(unit, tree)
          && trees.getSourcePositions().getStartPosition(unit, parent) == trees.getSourcePositions().getStartPosition(unit, tree);
      String name = tree.getIdentifier().toString().replaceAll("<.*", "").replaceAll(".*\\.", "");
      if (tree.getClassBody() == null) note(tree, name, isConstant);
      else {
        Element named = trees.getElement(new TreePath(getCurrentPath(), tree.getIdentifier() instanceof ParameterizedTypeTree
            ? ((ParameterizedTypeTree) tree.getIdentifier()).getType() : tree.getIdentifier()));
        boolean isMade = named != null && !named.getKind().isInterface();
        Tree base = isMade ? trees.getTree(named) : null;
        Integer number = base == null ? null : numbers.get(base);
        calls.add("{\"file\":" + quoted(relative(unit)) + ",\"line\":" + line(unit, tree) + ",\"name\":" + quoted(name) + ",\"state\":"
            + quoted(number != null ? "settled" : "elsewhere") + ",\"markup\":true,\"callers\":[" + callers() + "],\"targets\":["
            + (number != null ? number.toString() : "") + "]}");
      }
      return super.visitNewClass(tree, nothing);
    }
  }
}
