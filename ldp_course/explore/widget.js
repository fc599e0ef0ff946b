// The figure in JupyterLab, as an anywidget: hands the page's script what jupyterlab.py sends from the kernel.
export default {
  render({ model, el }) {
    const { addMore, addPrediction, attach, unbroken } = globalThis.ldpExplorer;
    el.innerHTML = `<figure class="explorer">${unbroken(model.get("markup"))}</figure>`;
    const [draws, more, chart, question] = ["draws", "more", "chart", "question"].map((name) => model.get(name));
    const isLive = more !== null;
    const send = (name, value) => {
      model.set(name, value);
      model.save_changes();
    };
    const drawAgain = () => send("draw", (model.get("draw") + 1) % (draws ?? 2 ** 31));
    const figure = el.firstElementChild;
    const turned = (phase) => {
      send("asking", phase === "asking");
      update();
    };
    const prediction = question && addPrediction(figure, chart, question, model.get("start"), turned);
    const show = attach(figure, chart, (draws || isLive) && drawAgain, prediction);
    if (more) addMore(figure, (runs) => send("runs", runs));
    const update = () => show(model.get("payload"));
    model.on("change:payload", update);
    if (prediction) prediction.turn(prediction.first);
    else update();
    return () => model.off("change:payload", update);
  },
};
