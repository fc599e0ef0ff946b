// The figure in JupyterLab, as an anywidget: hands the page's script what live.py sends from the kernel.
export default {
  render({ model, el }) {
    const { addPrediction, attach, unbroken } = globalThis.ldpExplorer;
    el.innerHTML = `<figure class="explorer">${unbroken(model.get("markup"))}</figure>`;
    const [draws, chart, question] = ["draws", "chart", "question"].map((name) => model.get(name));
    const drawAgain = () => {
      model.set("draw", (model.get("draw") + 1) % draws);
      model.save_changes();
    };
    const figure = el.firstElementChild;
    const turned = (phase) => {
      model.set("asking", phase === "asking");
      model.save_changes();
      update();
    };
    const prediction = question && addPrediction(figure, chart, question, model.get("start"), turned);
    const show = attach(figure, chart, draws && drawAgain, prediction);
    const update = () => show(model.get("payload"));
    model.on("change:payload", update);
    if (prediction) prediction.turn(prediction.first);
    else update();
    return () => model.off("change:payload", update);
  },
};
