import { parser } from '@prometheus-io/lezer-promql';

/** A metric as an expression uses it, and the labels it selects by. */
interface UsedMetric {
  name: string;
  labels: string[];
}

/** The metrics of a PromQL expression, read by Prometheus' own grammar. Throws on what does not parse. */
export function metricsOf(expression: string): UsedMetric[] {
  const used: UsedMetric[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expression}`);
      if (type.name !== 'VectorSelector') return;
      const name = node.getChild('Identifier');
      if (name === null) throw new Error(`a selector without a name: ${expression.slice(from, to)}`);
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      const labels = matchers.map((matcher) => matcher.getChild('LabelName'));
      used.push({
        name: expression.slice(name.from, name.to),
        labels: labels.map((label) => expression.slice(label?.from, label?.to)),
      });
    },
  });
  return used;
}

/** The samples of a scrape: their labels by metric name, as samples carry it; none where there are none yet. */
export function readScrape(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const at = (name: string) => {
    const labels = found.get(name) ?? new Set<string>();
    found.set(name, labels);
    return labels;
  };
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    const suffixes = kind === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const suffix of suffixes) at(name + suffix);
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) at(name).add(label);
  }
  return found;
}
