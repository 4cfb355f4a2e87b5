/** The rules of PDF/UA-1 that a program can check, as veraPDF lists them. Its own reader needs a library that the engine does not ship. */
package octavo.host.engine.accessibility;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.validation.profiles.ErrorDetails;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.Rule;
import org.verapdf.pdfa.validation.profiles.RuleId;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.profiles.Variable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

final class RuleSet {
  private static final String RESOURCE = "org/verapdf/pdfa/validation/PDFUA-1.xml";
  private static ValidationProfile profile;

  private RuleSet() {}

  /** Read once for each process. */
  static synchronized ValidationProfile pdfUa1() throws IOException {
    if (profile == null) {
      profile = read();
    }
    return profile;
  }

  private static ValidationProfile read() throws IOException {
    Document document = parse();
    Set<Rule> rules = new LinkedHashSet<>();
    for (Element rule : elements(document.getDocumentElement(), "rule")) {
      rules.add(ruleOf(rule));
    }
    Set<Variable> variables = new LinkedHashSet<>();
    for (Element variable : elements(document.getDocumentElement(), "variable")) {
      variables.add(Profiles.variableFromValues(variable.getAttribute("name"), variable.getAttribute("object"),
          text(variable, "defaultValue"), text(variable, "value")));
    }
    return Profiles.profileFromValues(PDFAFlavour.PDFUA_1, Profiles.defaultProfile().getDetails(), "", rules, variables);
  }

  private static Document parse() throws IOException {
    try (InputStream in = RuleSet.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IOException("the engine is not the version this host was written for");
      }
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      return factory.newDocumentBuilder().parse(in);
    } catch (ParserConfigurationException | SAXException unreadable) {
      throw new IOException(unreadable);
    }
  }

  private static Rule ruleOf(Element rule) {
    Element id = elements(rule, "id").get(0);
    RuleId ruleId = Profiles.ruleIdFromValues(PDFAFlavour.PDFUA_1.getPart(), id.getAttribute("clause"),
        Integer.parseInt(id.getAttribute("testNumber")));
    ErrorDetails error = Profiles.errorFromValues(text(rule, "message"), List.of());
    Boolean deferred = rule.hasAttribute("deferred") ? Boolean.valueOf(rule.getAttribute("deferred")) : null;
    return Profiles.ruleFromValues(ruleId, rule.getAttribute("object"), deferred, rule.getAttribute("tags"),
        text(rule, "description"), text(rule, "test"), error, List.of());
  }

  private static String text(Element parent, String name) {
    List<Element> found = elements(parent, name);
    return found.isEmpty() ? "" : found.get(0).getTextContent();
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList nodes = parent.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int at = 0; at < nodes.getLength(); at++) {
      elements.add((Element) nodes.item(at));
    }
    return elements;
  }
}
