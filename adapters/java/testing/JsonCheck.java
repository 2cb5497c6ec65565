package wynhold;

import java.util.List;
import java.util.Map;

import wynhold.WynholdBridge.AppliedDeliveries;
import wynhold.WynholdBridge.Json;

/** Checks the parts of the bridge that need no website. Prints what is wrong, and ends with 1. */
public final class JsonCheck {
  private static int failures;

  public static void main(String[] args) {
    String text = "{\"a\":[1,-2.5,true,null,\"x\\\"\\\\\\n\u00e9\\u20ac\"],\"b\":{},\"id\":1795198020417}";
    Map<String, Object> read = Json.map(Json.read(text));
    expect(Json.list(read.get("a")).get(4), "x\"\\\n\u00e9\u20ac");
    expect(Json.list(read.get("a")).get(1), -2.5);
    expect(read.get("id"), 1795198020417L);
    expect(Json.read(Json.write(read)), read);
    expect(Json.read(" [ ] "), List.of());
    for (String bad : List.of("", "{", "{\"a\"}", "[1,]", "tru", "\"\\x\"", "\"\\u12\"", "1 2", "nul", "--1", "[".repeat(200))) {
      expectRefusal(bad);
    }
    AppliedDeliveries applied = AppliedDeliveries.read("one,two");
    applied.add("three");
    expect(applied.takeOpen("one,two"), List.of());
    expect(applied.takeOpen(applied.write()), List.of("three"));
    expect(applied.takeOpen(applied.write()), List.of());
    expect(applied.reopen("two"), true);
    expect(applied.reopen("four"), false);
    expect(AppliedDeliveries.read(null).write(), "");
    expect(WynholdBridge.key("Iron__Ada-2 "), "iron ada 2");
    System.exit(failures == 0 ? 0 : 1);
  }

  private static void expect(Object found, Object wanted) {
    if (wanted.equals(found)) return;
    failures++;
    System.out.println("expected " + wanted + ", found " + found);
  }

  private static void expectRefusal(String bad) {
    try {
      Json.read(bad);
    } catch (IllegalArgumentException refused) {
      return;
    }
    failures++;
    System.out.println("not refused: " + bad);
  }
}
