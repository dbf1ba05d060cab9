# BLEU and chrF of random texts, and of all of Unicode, as a second program in Python computes them.
python3 "$LENGTHEN_PRESETS/../test/score_judge.py" 1 200
